; Everything an annotation can stand on, and what encloses it; the capture names are the same in every language.
; What a query cannot say (is this declarator a function's?) is decided in frontend.py.

(function_definition) @function
(declaration) @function
(field_declaration) @field

(struct_specifier) @class
(union_specifier) @class

(enum_specifier) @enum

(type_definition) @alias

(compound_statement) @body

; Everything an annotation can stand on. What a query cannot say (is this declarator a function's? which scope?)
; is decided in frontend.py; the capture names are the same in every language. Which field must be there is asked in
; scopes.py: a pattern with a child takes tree-sitter 2 ms to analyse at every start, against a grammar of this size.

(function_definition) @function
(declaration) @function
(field_declaration) @field

(class_specifier) @class
(struct_specifier) @class
(union_specifier) @class

(enum_specifier) @enum

(alias_declaration) @alias
(type_definition) @alias
(namespace_alias_definition) @alias
(using_declaration) @using

; What encloses: it gives names their scope, or takes them out of reach.
(namespace_definition) @namespace
(template_declaration) @template
(linkage_specification) @linkage
(friend_declaration) @friend
(compound_statement) @body
(access_specifier) @access

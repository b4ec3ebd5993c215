; Everything an annotation can stand on. What a query cannot say (is this declarator a function's? which scope?)
; is decided in frontend.py; the capture names are the same in every language.

(function_definition declarator: (_)) @function
(declaration declarator: (_)) @function
(field_declaration declarator: (_)) @field

(class_specifier body: (_)) @class
(struct_specifier body: (_)) @class
(union_specifier body: (_)) @class

(enum_specifier body: (_)) @enum

(alias_declaration) @alias
(type_definition) @alias
(namespace_alias_definition) @alias
(using_declaration) @using

; What encloses: it gives names their scope, or takes them out of reach.
(namespace_definition) @namespace
(template_declaration) @template
(linkage_specification body: [(function_definition) (declaration)]) @linkage
(friend_declaration) @friend
(compound_statement) @body

; Everything an annotation can stand on; the capture names are the same in every language.

(method_declaration) @function
(field_declaration) @field
(constant_declaration) @field

(class_declaration body: (_)) @class
(interface_declaration body: (_)) @class
(record_declaration body: (_)) @class
(enum_declaration body: (_)) @enum

(package_declaration [(identifier) (scoped_identifier)] @package)

; What takes declarations out of reach: bodies of functions, and of classes that have no name.
(block) @body
(constructor_body) @body
(lambda_expression) @body
(object_creation_expression (class_body) @body)
(enum_constant body: (_) @body)

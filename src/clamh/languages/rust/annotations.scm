; Everything an annotation can stand on. What a query cannot say (whose method is it? which module?) is decided in
; scopes.py; the capture names are the same in every language where they mean the same.

(function_item) @function
(function_signature_item) @function
(struct_item) @class
(union_item) @class
(trait_item) @class
(field_declaration) @field
(enum_item) @enum

(type_item) @alias
(use_declaration) @using

; What encloses: it gives names their scope, or takes them out of reach.
(mod_item) @module
(impl_item) @impl
(block) @body

; Everything an annotation can stand on. What a query cannot say (which struct? what kind of value?) is decided in frontend.py; the capture
; names are the same in every language where they mean the same.

(function_declaration) @function
(container_field) @field

; A container or another name of one: `const Input = struct { … };`
(variable_declaration) @class

; What takes declarations out of reach.
(block) @body

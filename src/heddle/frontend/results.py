"""Whether anybody looks at what a function returns, beyond its sign.

Some models must do much more work for a result that hardly any program looks at (how many threads a futex call woke).
The answer is by syntax and errs on the side of yes.  A function that only hands on the result of a call is as good as
the call.
"""

from __future__ import annotations

from heddle.frontend import clang
from heddle.frontend.clang import Kind, Node, named_function

DISCARDED, SIGN, RETURNED, USED = "discarded", "sign", "returned", "used"
TRANSPARENT = (Kind.PAREN, Kind.UNEXPOSED_EXPR)
VOID = 2
"""CXType_Void."""
SIGN_TESTS = {("<", 0), (">=", 0), ("==", -1), ("!=", -1), ("<=", -1), (">", -1)}


class Results:
    def __init__(self) -> None:
        self._uses: dict[str, set[str]] = {}
        self._handed_on: dict[str, set[str]] = {}
        """Which functions return what a function returned."""
        self._function = ""

    def read(self, function: str, tree: Node) -> None:
        """Adds the body of a function, or the initializer of a variable."""
        self._function = function
        self._visit(tree, USED)

    def are_observed(self, name: str) -> bool:
        pending, seen = [name], set()
        while pending:
            function = pending.pop()
            if function in seen:
                continue
            seen.add(function)
            if USED in self._uses.get(function, ()):
                return True
            pending += self._handed_on.get(function, ())
        return False

    def _visit(self, node: Node, context: str) -> None:
        pending = [(node, context)]
        while pending:
            node, context = pending.pop()
            if node.kind == Kind.CALL:
                callee, *arguments = node.expressions
                direct = named_function(callee)
                if direct is None:
                    pending.append((callee, USED))
                else:
                    self._note(clang.spelling(direct.referenced), context)
                pending += [(argument, USED) for argument in arguments]
            elif node.kind == Kind.DECL_REF:
                if node.referenced.kind == Kind.FUNCTION_DECL:
                    self._note(clang.spelling(node.referenced), USED)
            else:
                pending += _inside(node, context)

    def _note(self, name: str, context: str) -> None:
        if context == RETURNED and self._function != "main":
            self._handed_on.setdefault(name, set()).add(self._function)
        self._uses.setdefault(name, set()).add(context)


def _inside(node: Node, context: str) -> list[tuple[Node, str]]:
    """The children of a node, each with what becomes of its value."""
    children = node.children
    if node.kind in TRANSPARENT:
        return [(child, context) for child in children]
    if node.kind == Kind.CAST:
        return [(child, DISCARDED if _is_void(node) else context) for child in children]
    if node.kind == Kind.RETURN:
        return [(child, RETURNED) for child in children]
    if node.kind == Kind.STMT_EXPR:  # the last statement is its value
        return [(child, USED) for block in children for child in block.children]
    if node.kind == Kind.COMPOUND:
        return [(child, DISCARDED) for child in children]
    if node.kind in (Kind.IF, Kind.WHILE, Kind.SWITCH):
        return [(child, DISCARDED if index else USED) for index, child in enumerate(children)]
    if node.kind in (Kind.LABEL, Kind.DEFAULT, Kind.CASE):
        return [(child, DISCARDED) for child in children]
    is_binary = node.kind == Kind.BINARY and len(children) == 2  # some builtins look like operators without operands
    if is_binary and node.binary_operator == ",":
        return [(children[0], DISCARDED), (children[1], context)]
    if is_binary and (node.binary_operator, _constant(children[1])) in SIGN_TESTS:
        return [(children[0], SIGN)]
    return [(child, USED) for child in children]


def _is_void(cast: Node) -> bool:
    return bool(clang.library().clang_getCursorType(cast.cursor).kind == VOID)


def _constant(node: Node) -> int | float | None:
    return clang.evaluate(node.cursor)

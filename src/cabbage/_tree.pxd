"""A tree of decisions in which the same decision may offer other actions each time, as it does in worlds in
which the cards lie otherwise.

Nodes lie in one array that grows; the children of a node lie side by side. Nothing here knows a game.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset


cdef enum:
    ROOT = 0
    FIRST_ROOM = 2                  # children that a node has room for at first
    MOST_CHILDREN = 1 << 15
    BLOCK_SIZES = 16                # kinds of rooms, each twice as large as the one before


cdef struct Node:
    int64_t value                   # sum of what came of it, as whoever chose it values that
    uint32_t visits
    uint32_t available              # how often it could have been chosen
    uint32_t children               # where they begin
    uint32_t action
    uint16_t count                  # of children
    uint16_t room


cdef struct Tree:
    Node *nodes
    uint32_t used
    uint32_t room
    uint32_t most                   # nodes that there may be
    uint32_t spare[BLOCK_SIZES]     # blocks that children have outgrown, each with the next in `children`


cdef inline int open_tree(Tree *tree, uint32_t most) noexcept nogil:
    """A tree with a root, which may grow to so many nodes. Returns 0, or -1 where memory lacks; `close_tree` is
    due in any case."""
    memset(tree, 0, sizeof(Tree))
    tree.nodes = <Node *> realloc(NULL, 64 * sizeof(Node))
    if not tree.nodes:
        return -1
    tree.room = 64
    tree.most = most
    tree.used = 1
    memset(tree.nodes, 0, sizeof(Node))
    return 0


cdef inline void close_tree(Tree *tree) noexcept nogil:
    free(tree.nodes)
    tree.nodes = NULL


cdef inline uint32_t take_block(Tree *tree, int kind) noexcept nogil:
    """Where `FIRST_ROOM << kind` nodes have room side by side; 0 where there is no more."""
    cdef uint32_t size = <uint32_t>FIRST_ROOM << kind
    cdef uint32_t block = tree.spare[kind]
    cdef uint32_t room = tree.room
    cdef Node *nodes
    if block:
        tree.spare[kind] = tree.nodes[block].children
        return block
    if tree.used + size > tree.room:
        if tree.used + size > tree.most:
            return 0
        while tree.used + size > room:
            room *= 2
        nodes = <Node *> realloc(tree.nodes, room * sizeof(Node))
        if not nodes:
            return 0
        tree.nodes = nodes
        tree.room = room
    block = tree.used
    tree.used += size
    return block


cdef inline uint32_t add_child(Tree *tree, uint32_t parent, uint32_t action) noexcept nogil:
    """A new child of a node, not visited yet; 0 where the tree is as large as it may be.

    Its siblings may move, and so may the array.
    """
    cdef Node *node = &tree.nodes[parent]
    cdef Node *child
    cdef uint32_t block
    cdef int kind = 0
    if node.count == node.room:
        while <uint32_t>FIRST_ROOM << kind <= node.room:
            kind += 1
        if <uint32_t>FIRST_ROOM << kind > MOST_CHILDREN:
            return 0
        block = take_block(tree, kind)
        if not block:
            return 0
        node = &tree.nodes[parent]
        if node.room:
            memcpy(&tree.nodes[block], &tree.nodes[node.children], node.count * sizeof(Node))
            tree.nodes[node.children].children = tree.spare[kind - 1]
            tree.spare[kind - 1] = node.children
        node.children = block
        node.room = <uint16_t>(FIRST_ROOM << kind)
    block = node.children + node.count
    node.count += 1
    child = &tree.nodes[block]
    memset(child, 0, sizeof(Node))
    child.action = action
    return block


# ---------------------------------------------------------------- choosing

cdef inline double logarithm(uint32_t n) noexcept nogil:
    """2**32 times the binary logarithm of a number from 1 on, straight between powers of two.

    Exact on every machine, which that of a library is not: the bits of a `double` are its exponent and, behind
    them, how far it is on the way to the next.
    """
    cdef double number = n
    cdef int64_t bits
    memcpy(&bits, &number, sizeof(bits))
    return <double>((bits >> 20) - (<int64_t>1023 << 32))

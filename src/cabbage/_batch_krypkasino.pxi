# What `_batch.pxi` is about: lanes of Krypkasino.

from cabbage._deal cimport Deal as State
from cabbage._deal cimport fill_rules
from cabbage._krypkasino_lanes cimport (
    MAX_PLAYERS,
    SKIP,
    TOO_MANY,
    Lane,
    Scratch,
    StateRules,
    close_scratch,
    deal_lane,
    is_equal,
    is_over,
    is_sound,
    load,
    make_over,
    num_actions,
    num_players,
    num_words,
    observation_size,
    observe_lane,
    open_scratch,
    play_lane,
    play_out_lane,
    random_action,
    resample_lane,
    seat_to_move,
    tally,
    unload,
    write_legal,
)
from cabbage._krypkasino_simulation cimport (
    MOST_LEGAL,
    MOST_PLIES,
    Legal,
    World,
    count_left,
    draw_world,
    find_legal,
    horizon_of,
    play_taken,
    play_to_end,
    plies_left,
    results,
    seat_to_play,
    take,
    take_at,
)
from cabbage._utilities cimport Utilities, fill_utilities, is_ally, utility_of

include "_batch.pxi"
include "_ismcts.pxi"
include "_pimc.pxi"

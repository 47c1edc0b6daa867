# What `_batch.pxi` is about: lanes of Las Vegan.

from cabbage._core cimport Round as State
from cabbage._core cimport fill_rules
from cabbage._las_vegan_lanes cimport (
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

include "_batch.pxi"

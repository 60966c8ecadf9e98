# Carding agreements, the card policy's weights, and what comes of double-dummy results.
yomi_embed(play play_data.h yomi::play::data play carding upside_down cards engine_cards calibration)

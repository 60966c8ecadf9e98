# Carding agreements and the card policy's weights.
yomi_embed(play play_data.h yomi::play::data play carding upside_down cards engine_cards)

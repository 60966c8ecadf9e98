# What was learnt.
yomi_embed(daihinmin players/learnt_data.h yomi::daihinmin::data daihinmin policy_hand policy_play policy_read gamma_snowl gamma_vsbase frequency tables)

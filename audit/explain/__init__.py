"""Why a record is wrong: the fewest mistakes and readings under which everything recorded in a deal would be right.

`candidates` lists what may have been done otherwise in a deal, `search` tries it through the one engine, `pens` finds
what is only written wrongly, `priors` weighs it, `explaining` is the call for a whole audit.
"""

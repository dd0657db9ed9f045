"""Statistics from what was counted over many deals: functions from frames to frames. They open no file."""

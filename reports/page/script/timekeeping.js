function drawTimekeeping() { return null; }

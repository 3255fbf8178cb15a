"""Everything that turns a report into text: the only code that formats one."""

"""What no runtime reads, whatever a model's nodes compute: names that stand for two things, stored tensors
that do not fit their dims, files of 2 GiB. It knows no facts, and opens no other files.

Begin with refused.py."""

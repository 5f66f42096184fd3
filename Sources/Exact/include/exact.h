// Nothing to call: who links the functions of exact.c compares text byte for byte.

// An empty shader: nothing is rasterized when vertices are captured.

void main() {}

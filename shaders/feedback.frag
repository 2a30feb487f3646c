// Nothing is rasterised when vertices are captured.

void main() {}

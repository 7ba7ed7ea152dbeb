package onsale.edge.front.connection;

/**
 * The port of the public listener.
 *
 * @param number 0 for any free port
 * @param fixed false if one of the next ports may be used when it is taken
 */
public record PublicPort(int number, boolean fixed) {}

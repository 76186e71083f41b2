/**
 * Requests to one host that are few: browsers have no more under way to it over HTTP/1.1, a connection each, so that what
 * they take holds no queue which multiplexing makes.
 */
export const FEW_UNDER_WAY = 6

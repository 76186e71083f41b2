/**
 * Requests at once over a connection of HTTP/2 or HTTP/3: what the lab's server allows (SETTINGS_MAX_CONCURRENT_STREAMS), and
 * Chromium asks for at most.
 */
export const MOST_STREAMS = 100

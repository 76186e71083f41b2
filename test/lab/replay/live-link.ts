/** The link that pages of tests are recorded and replayed over, where they name no other. */
export const LIVE_LINK = 'rtt=50ms,down=10,up=10'

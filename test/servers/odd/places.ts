/** Of this test alone. */
export const ODD_ADDRESS = '127.0.44.20'
export const ODD_PORT = 8_444
/** Of a second listener, whose certificate is large; HTTP/3 of the first one's host is offered there too. */
export const OTHER_PORT = 8_445

export const ODD_ORIGIN = `https://odd.test:${ODD_PORT}`
export const LARGE_ORIGIN = `https://odd.test:${OTHER_PORT}`
/** On the same address, and in the same certificate. */
export const OTHER_ORIGIN = `https://other.test:${ODD_PORT}`
/** All hosts below dev have HSTS by the browser's own list: it asks for this by HTTPS. */
export const HSTS_ORIGIN = `http://odd.dev:${ODD_PORT}`

/** Files that a 103 announces (RFC 8297). */
export const HINTED = ['/a.css', '/b.css', '/a.js', '/b.js'] as const
/** What the server takes from the request to the 103, to the document, and for a file. */
export const HINTS_MS = 40
export const DOCUMENT_MS = 400
export const FILE_MS = 250

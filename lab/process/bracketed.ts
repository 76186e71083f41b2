/** An address as it stands before a port: IPv6 in brackets (RFC 3986, 3.2.2). */
export function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

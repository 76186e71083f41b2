import { DEFAULT_PORT } from './redirect.ts'

/** Whether browsers send requests to a port. */
export function isWebPort(port: number): boolean {
  return !BAD_PORTS.has(port)
}

/** Ports that browsers send no request to: "bad port" of the Fetch Standard, 2.9 "Port blocking". */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/**
 * Whether QUIC may be tried where Alt-Svc or an HTTPS record says. A site could otherwise make us send Initials to any
 * service of anybody: on its own host to every port but the bad ones, on another host to port 443 alone.
 *
 * @param host of the alternative, in lower case; null is the site's own
 */
export function mayTryQuic(
  { host, port }: { readonly host: string | null; readonly port: number },
  siteHost: string,
): boolean {
  if (BAD_PORTS.has(port)) return false
  return port === DEFAULT_PORT.https || host === null || host === siteHost
}

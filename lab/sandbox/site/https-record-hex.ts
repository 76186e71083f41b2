import type { HttpsRecordSpec } from './site-spec.ts'

/** RDATA of an HTTPS record (RFC 9460, 2.2), in hex. */
export function httpsRecordHex(spec: HttpsRecordSpec): string {
  if (spec.raw !== undefined) return spec.raw
  const labels = spec.target?.split('.') ?? []
  const target = [...labels, ''].map((label) => hex(label.length, 1) + text(label)).join('')
  const head = `${hex(spec.priority ?? 1, 2)}${target}`
  const alpn =
    spec.alpn && parameter(1, spec.alpn.map((id) => hex(Buffer.byteLength(id), 1) + text(id)).join(''))
  const port = spec.port === undefined ? '' : parameter(3, hex(spec.port, 2))
  const octets = spec.ipv4Hint?.flatMap((address) => address.split('.').map(Number))
  const hint = octets && parameter(4, octets.map((octet) => hex(octet, 1)).join(''))
  const ech = spec.ech === undefined ? '' : parameter(5, spec.ech)
  return `${head}${alpn ?? ''}${port}${hint ?? ''}${ech}`
}

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const text = (value: string) => Buffer.from(value).toString('hex')
const parameter = (key: number, value: string) => `${hex(key, 2)}${hex(value.length / 2, 2)}${value}`

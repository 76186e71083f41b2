import type { HttpsRecordSpec } from './site-spec.ts'

/** RDATA of an HTTPS record in ServiceMode for the owner name itself (RFC 9460, 2.2), in hex. */
export function httpsRecordHex(spec: HttpsRecordSpec): string {
  if (spec.raw !== undefined) return spec.raw
  const head = '000100' // SvcPriority 1, TargetName "."
  const alpn =
    spec.alpn && parameter(1, spec.alpn.map((id) => hex(Buffer.byteLength(id), 1) + text(id)).join(''))
  const port = spec.port === undefined ? '' : parameter(3, hex(spec.port, 2))
  return `${head}${alpn ?? ''}${port}`
}

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const text = (value: string) => Buffer.from(value).toString('hex')
const parameter = (key: number, value: string) => `${hex(key, 2)}${hex(value.length / 2, 2)}${value}`

export interface HardListener {
  readonly address: string
  readonly port: number
  /** Is null in clear text, for the Caddy in front of it. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
}

/** The used part of quiche 0.18 by way of `@infisical/quic-linux-x64`; names and units are quiche's own. */
export interface Quiche {
  readonly MAX_DATAGRAM_SIZE: number
  readonly Shutdown: { readonly Read: number; readonly Write: number }
  readonly Type: { readonly Initial: number }
  readonly Config: {
    withBoringSslCtx(
      verifyPeer: boolean,
      verifyAllowFail: boolean,
      ca?: Uint8Array | null,
      key?: Uint8Array[] | null,
      cert?: Uint8Array[] | null,
    ): Config
  }
  readonly Connection: {
    connect(serverName: string, sourceId: Uint8Array, local: Host, remote: Host, config: Config): Connection
    accept(
      sourceId: Uint8Array,
      originalId: Uint8Array | null,
      local: Host,
      remote: Host,
      config: Config,
    ): Connection
  }
  readonly Header: { fromSlice(datagram: Uint8Array, idBytes: number): Header }
  /** Writes a Retry packet to `out`; returns its length. */
  retry(
    sourceId: Uint8Array,
    destinationId: Uint8Array,
    newSourceId: Uint8Array,
    token: Uint8Array,
    version: number,
    out: Uint8Array,
  ): number
}

export interface Host {
  readonly host: string
  readonly port: number
}

export interface Config {
  setApplicationProtos(protocols: string[]): void
  setMaxIdleTimeout(ms: number): void
  setInitialMaxData(bytes: number): void
  setInitialMaxStreamDataBidiLocal(bytes: number): void
  setInitialMaxStreamDataBidiRemote(bytes: number): void
  setInitialMaxStreamDataUni(bytes: number): void
  setInitialMaxStreamsBidi(streams: number): void
  setInitialMaxStreamsUni(streams: number): void
  setMaxStreamWindow(bytes: number): void
  setMaxConnectionWindow(bytes: number): void
  setDisableActiveMigration(isDisabled: boolean): void
  enablePacing(isEnabled: boolean): void
  /** Lets connections have a key log (`setKeylog`). */
  logKeys(): void
}

/** Methods throw where quiche has an error, `Done` among them. */
export interface Connection {
  recv(datagram: Uint8Array, info: { readonly from: Host; readonly to: Host }): number
  /** Returns null where there is nothing to send, else the length and where it goes: a client may change its port. */
  send(out: Uint8Array): [number, { readonly to: Host }] | null
  /** Returns null where there is nothing to read, else the length and whether the stream has ended. */
  streamRecv(streamId: number, out: Uint8Array): [number, boolean] | null
  streamSend(streamId: number, bytes: Uint8Array, fin: boolean): number | null
  streamShutdown(streamId: number, direction: number, code: number): void
  readable(): Iterable<number>
  /** Milliseconds until `onTimeout` is due; null where it is not. */
  timeout(): number | null
  onTimeout(): void
  close(isApplication: boolean, code: number, reason: Uint8Array): void
  applicationProto(): Uint8Array
  peerCertChain(): Uint8Array[] | null
  /** The connection id that packets to the peer bear. */
  destinationId(): Uint8Array
  /** Returns null until a ticket has come (quiche-session.ts). */
  session(): Uint8Array | null
  isEstablished(): boolean
  isDraining(): boolean
  isClosed(): boolean
  isTimedOut(): boolean
  peerError(): ConnectionError | null
  localError(): ConnectionError | null
  stats(): Stats
  /** Appends NSS key log lines to the file from now on. */
  setKeylog(file: string): void
}

export interface ConnectionError {
  readonly isApp: boolean
  readonly errorCode: number
  readonly reason: Uint8Array
}

export interface Header {
  readonly ty: number
  readonly version: number
  readonly dcid: Uint8Array
  readonly scid: Uint8Array
  readonly token?: Uint8Array
}

/** Transport parameters of the peer, and how many packets came. */
export interface Stats {
  readonly recv: number
  readonly peerMaxIdleTimeout: number
  readonly peerMaxUdpPayloadSize: number
  readonly peerInitialMaxData: number
  readonly peerInitialMaxStreamDataBidiLocal: number
  readonly peerInitialMaxStreamDataBidiRemote: number
  readonly peerInitialMaxStreamDataUni: number
  readonly peerInitialMaxStreamsBidi: number
  readonly peerInitialMaxStreamsUni: number
  readonly peerAckDelayExponent: number
  readonly peerMaxAckDelay: number
  readonly peerDisableActiveMigration: boolean
  readonly peerActiveConnIdLimit: number
  readonly peerMaxDatagramFrameSize?: number
}

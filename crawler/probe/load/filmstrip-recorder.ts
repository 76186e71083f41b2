import type { CDPSession, Protocol } from 'puppeteer'
import type { Filmstrip, FilmstripFrame } from '../../../model/filmstrip.ts'

/** Limits of the filmstrip of one load (CRW-15). */
export const FILMSTRIP_LIMITS = {
  /** Longer side of a screenshot: enough to see what is there, too little to read it. */
  sidePx: 320,
  /** JPEG quality, in percent. */
  quality: 50,
  /** Keeps the last screenshot within this time: an animation has 60 frames a second. */
  frameMs: 50,
  /** Screenshots of one load. */
  frames: 200,
  /** Bytes of them. */
  bytes: 2_000_000,
} as const

type FilmstripLimits = { readonly [Name in keyof typeof FILMSTRIP_LIMITS]: number }

type Frame = Protocol.Page.ScreencastFrameEvent

/** Keeps the frames of one page as they come, and does not look at them: that would be done beside the load. */
export class FilmstripRecorder {
  readonly #session: Pick<CDPSession, 'on' | 'off' | 'send'>
  readonly #limits: FilmstripLimits
  readonly #frames: { readonly takenAtMs: number; readonly base64: string }[] = []
  #viewport: { readonly widthPx: number; readonly heightPx: number } | null = null
  #bytes = 0
  #dropped = 0
  #cutAtMs: number | null = null
  readonly #onFrame = (frame: Frame): void => this.#take(frame)

  constructor(session: Pick<CDPSession, 'on' | 'off' | 'send'>, limits: FilmstripLimits = FILMSTRIP_LIMITS) {
    this.#session = session
    this.#limits = limits
  }

  /** The first frame is of what the page shows now. */
  async start(): Promise<void> {
    const { sidePx, quality } = this.#limits
    this.#session.on('Page.screencastFrame', this.#onFrame)
    await this.#session.send('Page.startScreencast', {
      format: 'jpeg',
      quality,
      maxWidth: sidePx,
      maxHeight: sidePx,
      everyNthFrame: 1,
    })
  }

  /** Takes no more frames; null where none came. */
  end(): Filmstrip | null {
    this.#session.off('Page.screencastFrame', this.#onFrame)
    if (this.#viewport === null || this.#frames.length === 0) return null
    const frames = this.#frames.map(
      ({ takenAtMs, base64 }): FilmstripFrame => ({ takenAtMs, jpeg: Buffer.from(base64, 'base64') }),
    )
    return { ...this.#viewport, frames, droppedFrames: this.#dropped, cutAtMs: this.#cutAtMs }
  }

  #take({ data, metadata, sessionId }: Frame): void {
    // The browser takes no further frame while two are not acknowledged, and the last one is the page's final state.
    this.#session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
      // The page is gone.
    })
    const { timestamp, deviceWidth, deviceHeight } = metadata
    if (timestamp === undefined || this.#cutAtMs !== null) {
      this.#dropped += 1
      return
    }
    this.#viewport ??= { widthPx: Math.round(deviceWidth), heightPx: Math.round(deviceHeight) }
    const last = this.#frames.at(-1)
    if (last?.base64 === data) return
    const takenAtMs = timestamp * 1e3
    const { frameMs, frames, bytes } = this.#limits
    if (last !== undefined && Math.floor(last.takenAtMs / frameMs) === Math.floor(takenAtMs / frameMs)) {
      this.#frames.pop()
      this.#bytes -= bytesIn(last.base64)
      this.#dropped += 1
    }
    if (this.#frames.length >= frames || this.#bytes + bytesIn(data) > bytes) {
      this.#cutAtMs = takenAtMs
      this.#dropped += 1
      return
    }
    this.#frames.push({ takenAtMs, base64: data })
    this.#bytes += bytesIn(data)
  }
}

const bytesIn = (base64: string): number => Math.ceil((base64.length * 3) / 4)

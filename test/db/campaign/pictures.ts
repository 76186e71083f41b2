import type { Filmstrip } from '../../../model/filmstrip.ts'

/** A grey pixel. */
const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////' +
    'wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)

/** A JPEG that browsers read, another one for each comment in it. */
export function picture(comment: string): Uint8Array {
  const text = Buffer.from(comment)
  const segment = Buffer.from([0xff, 0xfe, 0, 2 + text.length])
  return Buffer.concat([PIXEL.subarray(0, 2), segment, text, PIXEL.subarray(2)])
}

/** A filmstrip with a frame at each of these times, milliseconds since `zeroMs`, and a picture of its own in each. */
export function filmstripOf(
  zeroMs: number,
  timesMs: readonly number[],
  changes: Partial<Filmstrip> = {},
): Filmstrip {
  const frames = timesMs.map((timeMs, frame) => ({
    takenAtMs: zeroMs + timeMs,
    jpeg: picture(`frame ${frame}`),
  }))
  return { widthPx: 780, heightPx: 440, frames, droppedFrames: 0, cutAtMs: null, ...changes }
}

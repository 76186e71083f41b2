/** Says what a request does to rendering, by the browser's own word (Network.RenderBlockingBehavior of the DevTools protocol). */
export const RENDER_BLOCKING = [
  'blocking',
  'in-body parser blocking',
  'potentially blocking',
  'non-blocking',
] as const

export type RenderBlocking = (typeof RENDER_BLOCKING)[number]

/** Compares letters alone: chrome-har writes `inbodyparserblocking`, WebPageTest `in_body_parser_blocking`. */
const NAMES: Readonly<Record<string, RenderBlocking>> = {
  blocking: 'blocking',
  inbodyparserblocking: 'in-body parser blocking',
  potentiallyblocking: 'potentially blocking',
  nonblocking: 'non-blocking',
  nonblockingdynamic: 'non-blocking',
  dynamicallyinjectednonblocking: 'non-blocking',
}

/** A HAR's `_renderBlocking`; null where the browser did not say, as of pictures and in older HARs. */
export function readRenderBlocking(value: unknown): RenderBlocking | null {
  if (typeof value !== 'string') return null
  const name = value.toLowerCase().replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null
}

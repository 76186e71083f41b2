export const RESOURCE_TYPES = [
  'document',
  'script',
  'style',
  'image',
  'font',
  'media',
  'data',
  'other',
] as const

export type ResourceType = (typeof RESOURCE_TYPES)[number]

const BY_MEDIA_TYPE: readonly (readonly [ResourceType, RegExp])[] = [
  ['document', /^(?:text\/html|application\/xhtml)/],
  ['script', /javascript|ecmascript/],
  ['style', /^text\/css/],
  ['image', /^image\//],
  ['font', /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/],
  ['media', /^(?:audio|video)\//],
  ['data', /json|xml|^text\/(?:plain|csv|event-stream)/],
]

/** `_resourceType` of Chromium's HARs: what the page asked for, also where no response came. */
const BY_REQUEST: Readonly<Record<string, ResourceType>> = {
  document: 'document',
  script: 'script',
  stylesheet: 'style',
  image: 'image',
  font: 'font',
  media: 'media',
  xhr: 'data',
  fetch: 'data',
  eventsource: 'data',
}

/** Goes by the media type of the response, else by what was asked for; null where neither is known. */
export function resourceType(mediaType: string, asked: unknown): ResourceType | null {
  const type = mediaType.toLowerCase()
  const found = BY_MEDIA_TYPE.find(([, pattern]) => pattern.test(type))?.[0]
  if (found !== undefined) return found
  const name = typeof asked === 'string' ? asked.toLowerCase() : ''
  if (Object.hasOwn(BY_REQUEST, name)) return BY_REQUEST[name] ?? null
  return UNKNOWN.has(type) && name === '' ? null : 'other'
}

/** `x-unknown` is Chromium's, where no response came. */
const UNKNOWN = new Set(['', 'x-unknown'])

import { z } from 'zod'
import { RESOURCE_KINDS } from '../shape/resource-kind.ts'

const count = z.int().min(0)

/** `page.json` of a mirror's folder. The body of resource n is `bodies/n`. */
export const PAGE_JSON = z
  .strictObject({
    format: z.literal(1),
    /** Of the document. Like all URLs here without userinfo, query and fragment. */
    url: z.url({ protocol: /^https?$/ }),
    /** What it was mirrored from: a URL, or the name of an archive. */
    from: z.string(),
    capturedAt: z.string().nullable(),
    /** Names of the shards. */
    hosts: z.array(z.string().regex(/^[a-z0-9._-]+$/)).min(1),
    resources: z
      .array(
        z.strictObject({
          host: count,
          path: z.string().startsWith('/').refine(isDecodable, 'its escapes are no UTF-8'),
          kind: z.enum(RESOURCE_KINDS),
          contentType: z.string(),
          sizeBytes: count,
          parent: count.nullable(),
        }),
      )
      .min(1),
    leftOut: z.array(z.strictObject({ url: z.string(), why: z.string() })),
  })
  .refine(
    ({ hosts, resources }) =>
      resources.every(
        ({ host, parent }, index) =>
          host < hosts.length && (parent === null) === (index === 0) && (parent ?? -1) < index,
      ),
    'a resource has no such host or parent',
  )

export type PageJson = z.infer<typeof PAGE_JSON>

/** Below the folder. */
export const PAGE_JSON_NAME = 'page.json'
export const bodyName = (resource: number): string => `bodies/${resource}`

function isDecodable(path: string): boolean {
  try {
    // A path that leads out of its host's folder is none of ours.
    return !decodeURIComponent(path).split('/').includes('..')
  } catch {
    return false
  }
}

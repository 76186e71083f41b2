import type { LabPage } from './shape/lab-page.ts'
import type { ResourceKind } from './shape/resource-kind.ts'

/** Destinations (Fetch) by which Chromium finds what it has preloaded again; data of scripts are asked for with CORS. */
const PRELOADED_AS: Readonly<Record<ResourceKind, string | null>> = {
  document: null,
  stylesheet: 'style',
  script: 'script',
  image: 'image',
  font: 'font; crossorigin',
  fetch: 'fetch; crossorigin',
}

/**
 * The `Link` field (RFC 8288) of a 103 that announces what the document itself names, in its order; null where it names
 * nothing. `hosts[i]` is the name of shard i.
 */
export function hintedLink(
  { resources }: Pick<LabPage, 'resources'>,
  hosts: readonly string[],
): string | null {
  const links = resources.flatMap(({ parent, kind, shard, path }) => {
    const as = PRELOADED_AS[kind]
    return parent !== 0 || as === null ? [] : [`<https://${hosts[shard]}${path}>; rel=preload; as=${as}`]
  })
  return links.length === 0 ? null : links.join(', ')
}

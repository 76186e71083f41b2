import { type Comment, filler, fillerText, padded } from '../files/filler.ts'
import { font } from '../files/font.ts'
import { picture } from '../files/picture.ts'
import { documentBody } from './document-body.ts'
import { busyLoop, loader } from './loader.ts'
import type { ChildResource } from './shape/child-resource.ts'
import type { LabPage, LabResource } from './shape/lab-page.ts'
import type { PageFile } from './shape/page-file.ts'
import type { ResourceKind } from './shape/resource-kind.ts'
import { stylesheetText } from './stylesheet-text.ts'
export const CONTENT_TYPE_BY_KIND = {
  document: 'text/html; charset=utf-8',
  stylesheet: 'text/css',
  script: 'text/javascript',
  image: 'image/png',
  font: 'font/ttf',
  fetch: 'application/json',
} as const satisfies Record<ResourceKind, string>

/**
 * The bodies of a page, byte for byte the same for the same page and hosts. `hosts[i]` is the name of shard i; links
 * are of the form `//host/path`, so that they come by whatever the page came by.
 *
 * @throws RangeError where a body is smaller than what it must hold
 */
export function pageFiles(page: LabPage, hosts: readonly string[]): PageFile[] {
  if (hosts.length < page.shards)
    throw new RangeError(`${page.name} has ${page.shards} shards and ${hosts.length} hosts`)
  const childrenOf = Map.groupBy(
    page.resources.map(({ kind, shard, path, parent, fetchPriority }, index) => {
      const child = { index, kind, url: `//${hosts[shard]}${path}`, parent }
      return fetchPriority === undefined ? child : { ...child, fetchPriority }
    }),
    ({ parent }) => parent,
  )
  return page.resources.map((resource, index) => ({
    host: hosts[resource.shard] as string,
    path: resource.path,
    contentType: CONTENT_TYPE_BY_KIND[resource.kind],
    body: bodyOf(page, resource, childrenOf.get(index) ?? []),
    thinkMs: resource.thinkMs,
  }))
}

const BLOCK_COMMENT: Comment = ['/*', '*/']
const HTML_COMMENT: Comment = ['<!--', '-->']

function bodyOf(page: LabPage, resource: LabResource, children: readonly ChildResource[]): Uint8Array {
  const { kind, sizeBytes, computeMs } = resource
  const label = `${page.name} ${page.seed} ${resource.path}`
  switch (kind) {
    case 'document':
      return padded(documentBody(page, children), sizeBytes, HTML_COMMENT, label)
    case 'stylesheet':
      return padded(stylesheetText(children), sizeBytes, BLOCK_COMMENT, label)
    case 'script':
      return padded(`${busyLoop(computeMs)}${loader(children)}`, sizeBytes, BLOCK_COMMENT, label)
    case 'image':
      return picture(sizeBytes, (fillBytes) => filler(label, fillBytes))
    case 'font':
      return font(sizeBytes, (fillBytes) => filler(label, fillBytes))
    case 'fetch':
      return answer(sizeBytes, children, label)
  }
}

/** Data that name what the script that fetched them is to ask for next. */
function answer(sizeBytes: number, children: readonly ChildResource[], label: string): Buffer {
  const next = children.map(({ kind, url }) => [kind, url])
  const emptyBytes = JSON.stringify({ next, fill: '' }).length
  if (sizeBytes < emptyBytes)
    throw new RangeError(`${label}: its links take ${emptyBytes} bytes, more than its ${sizeBytes}`)
  return Buffer.from(JSON.stringify({ next, fill: fillerText(label, sizeBytes - emptyBytes) }))
}

import { type Comment, filler, fillerText, padded } from '../files/filler.ts'
import { font } from '../files/font.ts'
import { picture } from '../files/picture.ts'
import { busyLoop, loader } from './loader.ts'
import type { ChildResource } from './shape/child-resource.ts'
import type { LabPage, LabResource } from './shape/lab-page.ts'
import type { PageFile } from './shape/page-file.ts'
import type { ResourceKind } from './shape/resource-kind.ts'
import { stylesheetText } from './stylesheet-text.ts'

const CONTENT_TYPE_BY_KIND = {
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

/** HTML that makes a browser ask for the document's own resources, in their order. */
function documentBody(page: LabPage, children: readonly ChildResource[]): string {
  const fetched = children.filter(({ kind }) => kind === 'fetch')
  const fonts = children.filter(({ kind }) => kind === 'font')
  const styled = styledElements(page)
  return [
    // Else a browser may ask for /favicon.ico.
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${page.name}</title>`,
    // First: a script waits for the style sheets before it.
    ...(fetched.length === 0 ? [] : [`<script>${loader(fetched)}</script>`]),
    ...(fonts.length === 0 ? [] : [`<style>${stylesheetText(fonts)}</style>`]),
    ...children.flatMap(tagOf),
    ...styled,
    // Fonts and pictures of style sheets are asked for when the page is laid out; that has to be before the load event.
    ...(styled.length === 0 ? [] : ['<script>document.body.offsetWidth</script>']),
    '',
  ].join('\n')
}

function tagOf({ kind, url, fetchPriority }: ChildResource): string[] {
  const said = fetchPriority === undefined ? '' : ` fetchpriority=${fetchPriority}`
  switch (kind) {
    case 'stylesheet':
      return [`<link rel=stylesheet href=${url}${said}>`]
    case 'script':
      return [`<script src=${url}${said}></script>`]
    case 'image':
      return [`<img src=${url}${said}>`]
    default:
      return []
  }
}

/** An element for each resource that a style sheet asks for, wherever that is; without one a browser would not ask. */
function styledElements({ resources }: LabPage): string[] {
  return resources.flatMap(({ kind, parent }, index) => {
    const byStyle = kind === 'font' || (kind === 'image' && resources[parent ?? 0]?.kind === 'stylesheet')
    return byStyle ? [`<i class=r${index}>a</i>`] : []
  })
}

import { loader } from './loader.ts'
import type { ChildResource } from './shape/child-resource.ts'
import type { LabPage } from './shape/lab-page.ts'
import { stylesheetText } from './stylesheet-text.ts'

/** HTML that makes a browser ask for the document's own resources, in their order. */
export function documentBody(page: LabPage, children: readonly ChildResource[]): string {
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

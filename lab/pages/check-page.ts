import type { LabPage } from './shape/lab-page.ts'
import type { ResourceKind } from './shape/resource-kind.ts'

/** Says which kinds a body of each kind can make a browser ask for, so that the load event waits for them. */
const CHILDREN: Readonly<Record<ResourceKind, readonly ResourceKind[]>> = {
  document: ['stylesheet', 'script', 'image', 'font', 'fetch'],
  stylesheet: ['stylesheet', 'image', 'font'],
  script: ['script', 'image', 'fetch'],
  fetch: ['script', 'image', 'fetch'],
  image: [],
  font: [],
}

/**
 * Gives the page back if a browser can load it as it is described.
 * @throws RangeError that names the resource
 */
export function checkLabPage(page: LabPage): LabPage {
  for (const [index, { kind, parent, path }] of page.resources.entries()) {
    const refuse = (why: string): never => {
      throw new RangeError(`${page.name}: resource ${index} (${path}) ${why}`)
    }
    if ((parent === null) !== (index === 0) || (kind === 'document') !== (index === 0))
      refuse('must be the document if, and only if, it is the first')
    if (parent === null) continue
    const parentKind = page.resources[parent]?.kind
    if (parentKind === undefined || parent >= index) refuse('has a parent that does not come before it')
    else if (!CHILDREN[parentKind].includes(kind))
      refuse(`is a ${kind} and cannot be asked for by a ${parentKind}`)
  }
  return page
}

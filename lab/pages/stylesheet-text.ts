import type { ChildResource } from './shape/child-resource.ts'

/** CSS that makes a browser ask for these resources, once the page has an element of the class `rN` for each. */
export function stylesheetText(children: readonly ChildResource[]): string {
  const rulesFor = (wanted: ChildResource['kind'], rule: (child: ChildResource) => string) =>
    children.filter(({ kind }) => kind === wanted).map(rule)
  return [
    // Imports count only before everything else (CSS Cascade 4, 2).
    ...rulesFor('stylesheet', ({ url }) => `@import "${url}";`),
    ...rulesFor(
      'font',
      ({ index, url }) =>
        `@font-face{font-family:r${index};src:url(${url})}.r${index}{font-family:r${index}}`,
    ),
    ...rulesFor('image', ({ index, url }) => `.r${index}{background-image:url(${url})}`),
  ]
    .map((rule) => `${rule}\n`)
    .join('')
}

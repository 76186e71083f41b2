/** Documents that stand on the Method page, and the anchors of their headings. */
const ON_THE_PAGE: Readonly<Record<string, string>> = {
  'metrics.md': '#metrics-of-a-sample',
  'failures.md': '#failure-codes',
  'method.md': '#main',
}

/** Says where a link of a document leads from the Method page; null where its target is not part of the dashboard. */
export function documentLink(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const heading = ON_THE_PAGE[file.replace(/^(\.\/|docs\/|\.\.\/docs\/)/, '')]
  if (heading === undefined) return null
  return anchor === undefined ? heading : `#${anchor}`
}

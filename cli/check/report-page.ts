import { html, type Markup } from '../../server/http/html.ts'

interface ReportPage {
  readonly title: string
  readonly description: string
  readonly style: Markup
  readonly body: Markup
  readonly footer: string
}

/** A report as one HTML page that needs no other file, no script and no network. */
export function reportPage({ title, description, style, body, footer }: ReportPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="description" content="${description}">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
<footer>${footer}</footer>
</body>
</html>
`.text
}

/** Sentences, one an item. */
export function sentenceList(sentences: readonly string[], style = ''): Markup {
  return html`<ul class="${style}">
${sentences.map(
  (sentence) => html`<li>${sentence}</li>
`,
)}</ul>`
}

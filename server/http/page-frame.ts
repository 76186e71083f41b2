import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { html, type Markup } from './html.ts'

export const FRAME_FILE = 'frame.html'

/** The API still has its page without a dashboard beside it. */
const PLAIN_FRAME = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>towline</title>
</head>
<body>
<!-- notice -->
<main id="main"><!-- content --></main>
</body>
</html>
`

interface FramedPage {
  readonly title: string
  readonly notice: string | null
  readonly content: Markup
  /** Whether the list of pages has the one where checks are asked for. Default false. */
  readonly acceptsChecks?: boolean
}

/** Link of the masthead, which hides it. */
const CHECKS_LINK = '<a id="checks-link" href="/checks" data-native hidden>'

/** The dashboard's look around pages that need no script; read anew each time, for a dashboard may be built meanwhile. */
export async function readFrame(webFolder: string): Promise<string> {
  try {
    return await readFile(join(webFolder, FRAME_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return PLAIN_FRAME
    throw error
  }
}

/** @throws Error where the frame has no place for a part */
export function framedPage(
  frame: string,
  { title, notice, content, acceptsChecks = false }: FramedPage,
): string {
  const aside =
    notice === null
      ? html``
      : html`<aside id="notice" class="notice" aria-label="About this data">${notice}</aside>`
  const parts: readonly (readonly [place: string, text: string])[] = [
    ['<title>towline</title>', html`<title>${title} – towline</title>`.text],
    ['<!-- notice -->', aside.text],
    ['<!-- content -->', content.text],
  ]
  return parts.reduce(
    (page, [place, text]) => {
      if (!page.includes(place)) throw new Error(`the frame of pages has no ${place}`)
      return page.replace(place, () => text)
    },
    acceptsChecks ? frame.replace(CHECKS_LINK, '<a href="/checks" aria-current="page">') : frame,
  )
}

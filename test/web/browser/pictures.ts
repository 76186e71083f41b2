import type { Visitor } from './visitor.ts'

/** Waits until every picture is decoded, those out of sight included. */
export async function showPictures({ page, until }: Visitor): Promise<void> {
  await page.$$eval('.filmstrip img', (all) => {
    for (const one of all) one.loading = 'eager'
  })
  await until(
    `document.querySelector('.filmstrip img') && [...document.querySelectorAll('.filmstrip img')].every((one) => one.complete && one.naturalWidth > 0)`,
  )
}

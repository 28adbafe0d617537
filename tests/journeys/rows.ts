import type { Locator, Page } from '@playwright/test'

/** The row of a table, or its block on a phone. */
export const rowOf = (page: Page, text: string): Locator =>
  page.locator('tbody tr:not(.table-details-row), .table-list > li', { hasText: text })

/** Chooses an item of a row's menu. */
export async function act(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

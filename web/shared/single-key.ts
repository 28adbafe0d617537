import { getSettings } from './settings.ts'

/**
 * Whether this key was pressed by itself, as a shortcut: not while somebody is typing or a dialog is open, nor if they
 * have turned such keys off, which speech input and shaking hands press by mistake (WCAG 2.1.4).
 */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !getSettings().areSingleKeysOn)
    return false
  const target = event.target as HTMLElement
  const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  return !isTyping && !target.closest('[role="dialog"]')
}

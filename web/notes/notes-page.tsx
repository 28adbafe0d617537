export function NotesPage() {
  return null
}

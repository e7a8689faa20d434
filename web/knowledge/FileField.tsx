type FieldProps = { id?: string; onChange?: (file: File | undefined) => void; label: string; accept?: string }

/** One file of the disk as a field of a form. */
export function FileField({ id, onChange, label, accept }: FieldProps) {
  return (
    <input
      {...(id !== undefined && { id })}
      type="file"
      aria-label={label}
      {...(accept !== undefined && { accept })}
      onChange={({ target }) => onChange?.(target.files?.[0])}
    />
  )
}

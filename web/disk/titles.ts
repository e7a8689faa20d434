/** What the pages of the disk are called; apart from the other words, because the frame needs them at once. */
export const titles = {
  firmDisk: { zh: '事务所云盘', en: 'Firm cloud disk' },
  diskFiles: { zh: '云盘文件', en: 'Disk files' },
  myDisk: { zh: '我的云盘', en: 'My cloud disk' },
  myDiskFiles: { zh: '我的云盘文件', en: 'My disk files' },
}

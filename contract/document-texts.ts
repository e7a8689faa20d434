/** What is said about a document that is read into blocks: refusals, things to know, and what was not read. */
export const documentTexts = {
  documentEmpty: {
    zh: '“{file}”是空文件（0 字节）。请重新取得这份文件后再上传。',
    en: '“{file}” is empty (0 bytes). Please get the file again and upload it.',
  },
  documentNothing: {
    zh: '“{file}”里没有可读的文字。请确认文件内容后重新上传。',
    en: '“{file}” holds no text that can be read. Please check the file and upload it again.',
  },
  documentEncrypted: {
    zh: '“{file}”设有打开密码，无法读取。请取消密码后另存，再上传。',
    en: '“{file}” needs a password to open. Please remove the password, save it and upload it again.',
  },
  documentDamaged: {
    zh: '“{file}”已损坏，无法读取。请在原软件中打开并另存；打不开就请对方重新发送。',
    en: '“{file}” is damaged and cannot be read. Please open it in its program and save it anew, or ask for it again.',
  },
  documentTruncated: {
    zh: '“{file}”不完整，后面的内容丢失了。请让对方重新发送这个文件。',
    en: '“{file}” is cut off: its end is missing. Please ask for the file again.',
  },
  documentTooLarge: {
    zh: '“{file}”超过 {limit} MB，无法解析。请拆分成几个文件后上传。',
    en: '“{file}” is over {limit} MB and cannot be read. Please split it into several files.',
  },
  documentBomb: {
    zh: '“{file}”解压后异常地大，为安全起见没有打开。请在原软件中另存为新文件后上传。',
    en: '“{file}” grows abnormally when unpacked and was not opened. Please save it anew in its program.',
  },
  documentUnsafe: {
    zh: '“{file}”含有外部定义或越界的路径，为安全起见没有打开。请在原软件中另存为新文件后上传。',
    en: '“{file}” contains outside definitions or unsafe paths and was not opened. Please save it anew in its program.',
  },
  documentOther: {
    zh: '“{file}”是 {kind} 格式，这里还不能读取。请另存为 PDF、docx、xlsx 或 pptx 后上传。',
    en: '“{file}” is of type {kind}, which cannot be read here. Please save it as PDF, docx, xlsx or pptx.',
  },
  documentOld: {
    zh: '“{file}”是旧版 Office 格式（{kind}）。请在 Word、PowerPoint 或 WPS 中另存为 {wanted} 后上传。',
    en: '“{file}” is of an old Office format ({kind}). Please save it as {wanted} in Word, PowerPoint or WPS.',
  },
  documentArchive: {
    zh: '“{file}”是压缩包（{kind}）。请解压后上传里面的文件。',
    en: '“{file}” is an archive ({kind}). Please unpack it and upload the files inside.',
  },
  documentEncoding: {
    zh: '“{file}”不是有效的 {encoding} 文本（约在第 {offset} 字节处）。请另存为 UTF-8 后上传。',
    en: '“{file}” is not valid {encoding} text (near byte {offset}). Please save it as UTF-8 and upload that.',
  },
  documentTooSlow: {
    zh: '“{file}”在 {seconds} 秒内没有读完，已停止。请拆分成几个文件，或另存为更简单的格式后上传。',
    en: '“{file}” could not be read within {seconds} s and was stopped. Please split it, or save it in a simpler format.',
  },
  documentMemory: {
    zh: '这份文件读取时超过内存上限（{limit} MB），已停止。请拆分成几个文件后上传。',
    en: 'Reading this file took more than {limit} MB of memory and was stopped. Please split it into several files.',
  },
  documentDied: {
    zh: '读取这份文件时意外中断。请在原软件中另存为新文件后再试。',
    en: 'Reading this file broke off unexpectedly. Please save it anew in its program and try again.',
  },
  documentNeedsOcr: {
    zh: '“{file}”是图片或扫描件，没有文字。未配置文字识别：请上传有文字的版本，或请管理员配置文字识别服务。',
    en: '“{file}” is a picture or a scan without text. Text recognition is not configured: upload a version with text, or ask your administrator to set it up.',
  },
  documentOcrFailed: {
    zh: '文字识别服务没有给出结果。请稍后重新解析，或请管理员检查文字识别服务。',
    en: 'The text recognition service gave no result. Please parse again later, or ask your administrator to check it.',
  },
  documentHidden: {
    zh: '有 {count} 处隐藏文字（白色、极小或在页面之外）没有读入，请核对原文',
    en: '{count} pieces of hidden text (white, tiny or outside the page) were left out; please check the original',
  },
  documentRepeated: {
    zh: '略去每页重复的页眉页脚 {count} 行',
    en: '{count} header and footer lines repeated on pages were left out',
  },
  documentRowsUnread: {
    zh: '工作表“{sheet}”只读入前 {limit} 行，其后如有内容，没有读入',
    en: 'Of sheet “{sheet}” the first {limit} rows were read; what may follow was not',
  },
  documentColumnsCut: {
    zh: '工作表“{sheet}”只读入前 {limit} 列，右侧的列没有读入',
    en: 'Of sheet “{sheet}” the first {limit} columns were read; those to the right were not',
  },
  documentValuesOnly: {
    zh: '文件较大或不规范，只读入了单元格的值，没有读入公式',
    en: 'The file is large or irregular: values were read, formulas were not',
  },
  documentPagesCut: {
    zh: '共 {pages} 页，只读入前 {limit} 页',
    en: 'Of {pages} pages the first {limit} were read',
  },
  documentTextCut: {
    zh: '内容过长，第 {limit} 段之后没有读入。请拆分成几个文件后上传',
    en: 'The text is too long: what follows paragraph {limit} was not read. Please split the file',
  },
  documentHiddenSheet: { zh: '工作表“{sheet}”是隐藏的', en: 'Sheet “{sheet}” is hidden' },
  documentHiddenRows: {
    zh: '工作表“{sheet}”有 {count} 行或列是隐藏的，已一并读入',
    en: 'Sheet “{sheet}” has {count} hidden rows or columns; they were read too',
  },
  documentHiddenSlide: { zh: '第 {page} 张幻灯片是隐藏的，已一并读入', en: 'Slide {page} is hidden; it was read too' },
  documentComments: { zh: '有 {count} 条批注，没有读入', en: '{count} comments were not read' },
  documentTracked: {
    zh: '含有未定稿的修订（{count} 处），按全部接受后的内容读入',
    en: 'It has {count} tracked changes; it was read as if all were accepted',
  },
  documentNoText: { zh: '第 {page} 页没有文字（扫描件或图片）', en: 'Page {page} has no text (a scan or a picture)' },
  documentUndecoded: {
    zh: '第 {page} 页的字体没有文字编码，文字无法还原',
    en: 'The fonts of page {page} do not say which characters they show',
  },
  documentPageFailed: { zh: '第 {page} 页无法读取', en: 'Page {page} cannot be read' },
  documentPictures: { zh: '有 {count} 张图片没有识别文字', en: 'Text in {count} pictures was not recognised' },
  documentPart: { zh: '“{part}”没有读入', en: '“{part}” was not read' },
  documentNoOcr: { zh: '未配置文字识别', en: 'Text recognition is not configured' },
} as const

unit agonlinebuffered;
interface
implementation
initialization
  TextRec(Output).FlushFunc := TextRec(Output).InOutFunc;
end.

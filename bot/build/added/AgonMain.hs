module AgonMain (main) where
import qualified Main
import System.IO
main :: IO ()
main = hSetBuffering stdout LineBuffering >> Main.main >> return ()
